-- The day of each month by which the contractor of a project hands its schedule in, and from when on; none by default.
alter table project add column monthly_schedule_day int check (monthly_schedule_day between 1 and 28);
alter table project add column monthly_schedule_from date;
alter table project add constraint project_monthly_schedule
  check ((monthly_schedule_day is null) = (monthly_schedule_from is null));
grant select (monthly_schedule_day, monthly_schedule_from) on project to levee_vendor;
grant select (org_id, id, project_id, side, status, handed_in_on) on schedule_proposal to levee_vendor;
create policy own on schedule_proposal for select to levee_vendor using (
  side = 'contractor' and (org_id, project_id) in (select org_id, id from project)
);
