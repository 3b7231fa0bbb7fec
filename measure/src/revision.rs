//! A revision of a measured package as a dynamic library, so that two of them can be measured in one process.
//!
//! Two processes would differ in more than the code: address randomisation alone moves a ratio by percents. In one
//! process both revisions share the heap, the caches and the mood of the machine, as two contenders of a case do.
//!
//! The package has an example of crate type `cdylib` whose whole source is `measure::export_revision!(suite());`. What
//! crosses the border is a table of C functions and JSON, never a type of Rust, so revisions may be built from
//! different sources, by different compilers, with different versions of `measure`. The name of the entry point holds
//! the version of the table.

#![allow(unsafe_code, reason = "calling into a library is beyond what the compiler can check")]

use std::cell::OnceCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::Path;
use std::rc::Rc;

use crate::record::{CATALOGUE_SCHEMA, CATALOGUE_VERSION, Catalogue, CatalogueCase};
use crate::{Answer, Prepared, Suite};

/// What a revision can be asked. Cases and contenders go by their position in the catalogue.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Table {
    /// The [`Catalogue`] as JSON, ended by a zero; lives as long as the library.
    catalogue: extern "C" fn() -> *const c_char,
    /// Case and contender, prepared; null if there is no such thing.
    prepare: extern "C" fn(usize, usize) -> *mut c_void,
    /// [`Prepared::reset`].
    reset: unsafe extern "C" fn(*mut c_void, usize),
    /// [`Prepared::run`].
    run: unsafe extern "C" fn(*mut c_void, usize),
    /// The digest of [`Prepared::answer`].
    answer: unsafe extern "C" fn(*mut c_void) -> u64,
    /// Frees what was prepared.
    free: unsafe extern "C" fn(*mut c_void),
}

/// Makes the current crate, of type `cdylib`, a revision that `hotpair run --base` can load.
#[macro_export]
macro_rules! export_revision {
    ($suite:expr) => {
        /// The entry point, named after the version of the table.
        // SAFETY: nothing else in a process has this name, and the loader looks it up library by library.
        #[unsafe(no_mangle)]
        pub extern "C" fn hotpair_revision_1() -> $crate::revision::Table {
            $crate::revision::table(|| $suite)
        }
    };
}

/// The symbol that [`export_revision`] makes.
const ENTRY_POINT: &[u8] = b"hotpair_revision_1";

thread_local! {
    static SUITE: OnceCell<Suite> = const { OnceCell::new() };
}

/// The table of a suite; for [`export_revision`]. The suite is made at the first call and stays.
///
/// Everything happens on the thread that asks for the table.
pub fn table<S: Into<Suite>>(suite: impl FnOnce() -> S) -> Table {
    SUITE.with(|slot| {
        slot.get_or_init(|| suite().into());
    });
    Table { catalogue, prepare, reset, run, answer, free }
}

extern "C" fn catalogue() -> *const c_char {
    let text = with_suite(|suite| serde_json::to_string(&Catalogue::from(suite)));
    let text = text.map(CString::new);
    // Asked for once, so it may stay.
    text.ok().and_then(Result::ok).map_or(std::ptr::null(), |text| text.into_raw().cast_const())
}

extern "C" fn prepare(case: usize, contender: usize) -> *mut c_void {
    let prepared = with_suite(|suite| {
        suite.cases.get(case)?.contenders.get(contender).map(crate::Contender::prepare)
    });
    prepared.map_or(std::ptr::null_mut(), |prepared| Box::into_raw(Box::new(prepared)).cast())
}

fn with_suite<T>(ask: impl FnOnce(&Suite) -> T) -> T {
    SUITE.with(|slot| ask(slot.get().expect("who holds the table has made the suite")))
}

/// # Safety
/// `prepared` comes from `prepare` of the same library and was not freed.
unsafe extern "C" fn reset(prepared: *mut c_void, iterations: usize) {
    // SAFETY: by this function's own condition, and nobody else holds it.
    unsafe { &mut *prepared.cast::<Box<dyn Prepared>>() }.reset(iterations);
}

/// # Safety
/// As for `reset`.
unsafe extern "C" fn run(prepared: *mut c_void, iterations: usize) {
    // SAFETY: by this function's own condition, and nobody else holds it.
    unsafe { &mut *prepared.cast::<Box<dyn Prepared>>() }.run(iterations);
}

/// # Safety
/// As for `reset`.
unsafe extern "C" fn answer(prepared: *mut c_void) -> u64 {
    // SAFETY: by this function's own condition, and nobody else holds it.
    unsafe { &mut *prepared.cast::<Box<dyn Prepared>>() }.answer().digest_word()
}

/// # Safety
/// As for `reset`; `prepared` is gone afterwards.
unsafe extern "C" fn free(prepared: *mut c_void) {
    // SAFETY: by this function's own condition it came from `Box::into_raw` of this type.
    drop(unsafe { Box::from_raw(prepared.cast::<Box<dyn Prepared>>()) });
}

/// A loaded revision.
pub(crate) struct Revision {
    table: Table,
    cases: Vec<CatalogueCase>,
}

impl Revision {
    /// Loads a library. It stays until the process ends.
    ///
    /// # Errors
    /// A line: the file is no library, no revision, or one of another version.
    pub(crate) fn load(path: &Path) -> Result<Revision, String> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let failed = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        // SAFETY: what runs at loading is the initialisation of Rust's library, as in any program.
        let library = unsafe { libloading::Library::new(path) }.map_err(|error| failed(&error))?;
        // SAFETY: only `export_revision` gives this name to anything, and it gives it to a function of this type.
        let entry = unsafe { library.get::<extern "C" fn() -> Table>(ENTRY_POINT) };
        let table = entry.map_err(|_| failed(&"exports no revision of this version"))?();
        // Thread-local values of the library live to the end of the thread, so the code must, too.
        std::mem::forget(library);
        let text = (table.catalogue)();
        if text.is_null() {
            return Err(failed(&"gives no catalogue"));
        }
        // SAFETY: not null, ended by a zero, and never freed.
        let text = unsafe { CStr::from_ptr(text) }.to_str().map_err(|error| failed(&error))?;
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| failed(&error))?;
        if value["schema"] != CATALOGUE_SCHEMA || value["version"] != CATALOGUE_VERSION {
            return Err(failed(&format!(
                "its catalogue is version {}, not {CATALOGUE_VERSION}",
                value["version"]
            )));
        }
        let catalogue: Catalogue = serde_json::from_value(value).map_err(|error| failed(&error))?;
        Ok(Revision { table, cases: catalogue.cases })
    }

    /// All that it has.
    pub(crate) fn cases(&self) -> &[CatalogueCase] {
        &self.cases
    }

    /// A contender of a case with a fresh input; `None` if there is no such thing.
    pub(crate) fn prepare(
        self: &Rc<Self>,
        case: &str,
        contender: &str,
    ) -> Option<Box<dyn Prepared>> {
        let at = self.cases.iter().position(|known| known.id == case)?;
        let who = self.cases[at].contenders.iter().position(|known| known.name == contender)?;
        let prepared = (self.table.prepare)(at, who);
        let foreign = Foreign { table: self.table, prepared };
        (!prepared.is_null()).then(|| -> Box<dyn Prepared> { Box::new(foreign) })
    }
}

/// Something prepared that lives in a library.
struct Foreign {
    table: Table,
    prepared: *mut c_void,
}

impl Prepared for Foreign {
    fn reset(&mut self, iterations: usize) {
        // SAFETY: `prepared` comes from this table's `prepare` and is freed with `self` only.
        unsafe { (self.table.reset)(self.prepared, iterations) }
    }

    fn run(&mut self, iterations: usize) {
        // SAFETY: as in `reset`.
        unsafe { (self.table.run)(self.prepared, iterations) }
    }

    /// The digest of the answer as its only value: equal answers stay equal.
    fn answer(&mut self) -> Answer {
        // SAFETY: as in `reset`.
        Answer::from(unsafe { (self.table.answer)(self.prepared) })
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        if !self.prepared.is_null() {
            // SAFETY: as in `reset`, and nobody uses it afterwards.
            unsafe { (self.table.free)(self.prepared) }
        }
    }
}
