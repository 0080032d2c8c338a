-- Applicants learn of a selection by the notice that goes out to all of them; until then theirs is submitted.
alter table grant_program
  add column told_at timestamptz,
  -- How far scores of one cell may be apart, in percent of the most points, before reviewers have to agree.
  add column apart_percent int not null default 30 check (apart_percent between 1 and 100);
alter table grant_program drop constraint grant_program_status_check;
alter table grant_program add constraint grant_program_status_check
  check (status in ('draft', 'open', 'scoring', 'scored', 'decided', 'told', 'withdrawn'));
-- An applicant sees its own as decided once the notices are out.
grant select (told_at) on grant_program to levee_vendor;

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table grant_program no force row level security;
  alter table program_application no force row level security;
  -- Where all are decided, every applicant was told when it was. The status stays: its history tells of no step.
  update grant_program p
  set told_at = p.updated_at
  where p.status = 'decided'
    and not exists (
      select 1
      from program_application a
      where a.org_id = p.org_id and a.program_id = p.id and a.status = 'submitted'
    );
  alter table grant_program force row level security;
  alter table program_application force row level security;
end $$;
