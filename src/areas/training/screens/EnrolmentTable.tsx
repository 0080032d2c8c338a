import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { enrolmentStatuses } from "../course/enrolment.labels.ts";
import type { EnrolmentRow } from "../course/enrolment.model.ts";

const columns: readonly Column<EnrolmentRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (e) => e.number },
  { id: "courseName", label: "Course", kind: "text", title: true, value: (e) => e.courseName },
  { id: "personName", label: "Person", kind: "text", value: (e) => e.personName },
  { id: "departmentName", label: "Department", kind: "text", value: (e) => e.departmentName },
  { id: "dueOn", label: "Due", kind: "day", value: (e) => e.dueOn },
  { id: "attempt", label: "Attempt", kind: "number", value: (e) => e.attempt },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: enrolmentStatuses },
    value: (e) => e.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(enrolmentStatuses) },
  { id: "overdue", label: "Overdue", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** Attempts at courses. */
export function EnrolmentTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<EnrolmentRow>
      name="enrolments"
      title="Enrollments"
      path="/api/v1/enrolments"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      pageSize={25}
      {...(fixed && { fixed })}
      rowHref={({ id }) => pathTo("enrolment", { id })}
      exportable
      embedded
      empty={{ title: "No courses", text: "What you are enrolled in stands here." }}
    />
  );
}
