-- Before a table is analysed, an index that begins as the key of a link does looks as good as the
-- key itself: each of fifteen thousand links then read all tasks of its schedule.
drop index schedule_task_order;
drop index schedule_task_parent;
create index schedule_task_order on schedule_task (schedule_id, place);
create index schedule_task_parent on schedule_task (org_id, schedule_id, parent_id)
where parent_id is not null;
