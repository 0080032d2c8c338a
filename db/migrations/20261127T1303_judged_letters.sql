-- By which figure it was judged whether a letter goes; null where it went without a condition.
alter table report_sending_letter add column judged_by text;
-- What was written before is judged by the condition that its schedule has now.
update report_sending_letter l
set judged_by = s.condition_measure
from report_sending g
join report_schedule s on s.org_id = g.org_id and s.id = g.schedule_id
where g.org_id = l.org_id and g.id = l.sending_id and l.outcome in ('sent', 'condition');
