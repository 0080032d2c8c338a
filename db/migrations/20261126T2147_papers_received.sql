-- An application on paper counts from the day on which it was received, whoever types it in later.
alter table program_application
  add column received_on date,
  add column received_by text not null default '';
