-- What FEMA asks of a project beside its scope: environment and history, and mitigation under section 406.
alter table pa_project
  add column ehp_answers jsonb not null default '{}',
  add column mitigation_statement text,
  add column mitigation_measures jsonb not null default '[]',
  add constraint pa_project_mitigation_statement_check check (
    mitigation_statement in ('proposed', 'none', 'declined')
  );
