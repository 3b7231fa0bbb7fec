//! What a run compares beside the answers of its cases: random trees of every upstream form against sorted lists.

use common::btree::{Change, FanFactor, NaturalOrder, Node, is_well_formed};
use measure::Check;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::HOT_PATH;
use super::contenders::{Control, Frontier, Legacy, Optimized, SEED_2017, Seed2017, Upstream};

/// So many trees of one seed and form.
const TREES: usize = 16;

/// Every form's `build`, Builder and transformation against a list that was sorted or filtered.
pub fn checks() -> Vec<Check> {
    vec![Check { hot_path: HOT_PATH, topic: "random trees, Builders and transformations", compare }]
}

fn compare(seed: u64) -> Result<u64, String> {
    let forms = [
        compare_form::<Legacy<u64>>("legacy", seed)?,
        compare_form::<Optimized<u64>>("optimized", seed)?,
        compare_form::<Frontier<u64>>("frontier", seed)?,
        compare_form::<Control<u64>>("control", seed)?,
        compare_form::<Seed2017<u64>>(SEED_2017, seed)?,
    ];
    Ok(forms.iter().sum())
}

/// One number of results for `build`, Builder and transformation of each tree.
fn compare_form<T: Upstream<u64>>(name: &str, seed: u64) -> Result<u64, String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    for _ in 0..TREES {
        let fan_factor = random.random_range(2..=64);
        let trees = T::with_fan_factor(fan_factor);
        // Small trees have all the edges; a few are deep.
        let most = if random.random_range(0..8) == 0 { 20_000 } else { 400 };
        let count = random.random_range(0..=most);
        let unordered: Vec<u64> = (0..count).map(|_| random.random_range(0..=most)).collect();
        let mut sorted = unordered.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let one_in = random.random_range(1..=2 * most);
        let is_removed = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15).is_multiple_of(one_in);
        let left: Vec<u64> = sorted.iter().copied().filter(|&key| !is_removed(key)).collect();

        let size = i32::try_from(sorted.len()).expect("a small tree");
        let built = trees.build(&sorted, size);
        let change = |key: &u64| if is_removed(*key) { Change::Remove } else { Change::Keep };
        let results = [
            ("build", &built, &sorted),
            ("Builder", &trees.gather(&unordered), &sorted),
            ("transform_and_filter", &trees.transform(&built, change), &left),
        ];
        for (what, tree, expected) in results {
            check(tree, expected, fan_factor)
                .map_err(|wrong| format!("{name}: {what}, fan-out {fan_factor}: {wrong}"))?;
            compared += 1;
        }
    }
    Ok(compared)
}

fn check(tree: &Node<u64>, expected: &[u64], fan_factor: i32) -> Result<(), String> {
    if !tree.iter().eq(expected) {
        let got = tree.iter().count();
        return Err(format!("{got} keys differ from the {} expected ones", expected.len()));
    }
    if !is_well_formed(tree, FanFactor::new(fan_factor), &NaturalOrder) {
        return Err(format!("the tree of {} keys is not well-formed", expected.len()));
    }
    Ok(())
}
