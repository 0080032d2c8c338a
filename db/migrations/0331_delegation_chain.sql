-- Whoever decides for somebody who is away may have been handed it by somebody who is away too: those between, from the one who handed it to the decider on.
alter table approval_assignee add column via uuid[] not null default '{}';
-- Whom approvals reach is asked with every document that is sent.
select levee_keep('approval_delegation');
