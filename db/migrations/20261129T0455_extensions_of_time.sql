-- A change of a contract that was asked because a schedule slipped: the slip with its causes, both states as they stood.
alter table project_change drop constraint project_change_source_type_check;
alter table project_change add constraint project_change_source_type_check
  check (source_type in ('rfi', 'dailyLog', 'schedule'));

create table schedule_extension (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  contract_id uuid not null,
  slip jsonb not null,
  states jsonb not null,
  applied_days int,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references project_change(org_id, id),
  foreign key (org_id, schedule_id) references schedule(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id)
);
select levee_secure('schedule_extension');
create index schedule_extension_schedule on schedule_extension (org_id, schedule_id);
create index schedule_extension_contract on schedule_extension (org_id, contract_id);

create function levee_schedule_extension_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.applied_days is not null
    or (new.org_id, new.id, new.schedule_id, new.contract_id, new.slip, new.states)
      is distinct from
      (old.org_id, old.id, old.schedule_id, old.contract_id, old.slip, old.states)
  then
    raise exception 'an extension that was asked is not changed: ask for the next one';
  end if;
  return new;
end $$;
create trigger stands before update or delete on schedule_extension
  for each row execute function levee_schedule_extension_stands();
