measure::callgrind_main!(own_pair::cases().into());
