//! Numbers and names as a reader sees them, in one place.
