-- A task that is taken away is asked for its costs.
drop index schedule_task_cost_of;
create index schedule_task_cost_task on schedule_task_cost (org_id, schedule_id, task_id);
