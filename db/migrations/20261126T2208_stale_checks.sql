-- From which day a bank need not pay a check any more, by the rule of the day it was dated; when its payee was
-- asked about it, and by which day an answer is waited for.
alter table payment
  add column stale_on date,
  add column asked_on date,
  add column answer_by date,
  add check ((asked_on is null) = (answer_by is null));
update payment
set stale_on = (paid_on + interval '6 months')::date + 1
where method = 'check' and paid_on is not null;
create index payment_stale on payment (org_id, stale_on) where method = 'check' and status = 'released';
