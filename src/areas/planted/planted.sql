create table planted_table (org_id uuid not null);
