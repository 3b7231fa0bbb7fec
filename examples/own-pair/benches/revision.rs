measure::export_revision!(own_pair::cases());
