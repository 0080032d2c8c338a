-- How far an agency's ledger was read, by each of those that follow it. Workflows had a table of their own.
create table ledger_reading (
  org_id uuid not null,
  reader text not null check (length(reader) between 1 and 60),
  next_idx bigint not null default 0 check (next_idx >= 0),
  primary key (org_id, reader),
  foreign key (org_id) references organization(id)
);
select levee_secure('ledger_reading');

insert into ledger_reading (org_id, reader, next_idx)
select org_id, 'flows', next_idx
from flow_reading;

drop table flow_reading;
