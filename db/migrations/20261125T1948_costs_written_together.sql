-- The days of costs are written once for all costs of a statement: a posted invoice of ten lines
-- wrote them in ten statements, an eighth of what a whole purchase asks of the database.
drop trigger cost_line_entry on cost_line;
drop function levee_cost_entry();

create function levee_cost_charged() returns trigger language plpgsql as $$
begin
  insert into cost_entry (org_id, cost_line_id, on_day, posted_on, charged, paid)
  select
    c.org_id, c.id, c.changed_on, coalesce(c.reversed_on, c.posted_on),
    case when c.reversed_on is null then c.cents else 0 end, c.paid
  from changed c
  where (c.reversed_on is null and c.cents <> 0) or c.paid <> 0;
  return null;
end $$;

create function levee_cost_changed() returns trigger language plpgsql as $$
begin
  insert into cost_entry (org_id, cost_line_id, on_day, posted_on, charged, paid)
  select
    c.org_id, c.id, c.changed_on, coalesce(c.reversed_on, c.posted_on), d.charged, c.paid - f.paid
  from changed c
  join former f on f.org_id = c.org_id and f.id = c.id
  cross join lateral (
    select
      case when c.reversed_on is null then c.cents else 0 end
      - case when f.reversed_on is null then f.cents else 0 end as charged
  ) d
  where d.charged <> 0 or c.paid <> f.paid;
  return null;
end $$;

create trigger cost_line_charged
after insert on cost_line
referencing new table as changed
for each statement execute function levee_cost_charged();
create trigger cost_line_changed
after update on cost_line
referencing old table as former new table as changed
for each statement execute function levee_cost_changed();
