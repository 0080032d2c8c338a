-- Duties of grants and of payroll.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'certifier', 'payroll'));
