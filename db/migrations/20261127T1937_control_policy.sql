-- The published policy of the agency that a control of its own stands on: the policy, in all its versions.
alter table control_version add column policy_id uuid;
