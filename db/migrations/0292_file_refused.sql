-- The bank refused the file of a released run: when that was recorded and by whom. Why stands in stop_reason; the checks of the run stay as they are.
alter table payment_run
  add column refused_at timestamptz,
  add column refused_by uuid,
  drop constraint payment_run_status_check,
  add constraint payment_run_status_check check (status in ('proposed', 'in_approval', 'approved', 'returned', 'released', 'sent', 'refused', 'cancelled'));
