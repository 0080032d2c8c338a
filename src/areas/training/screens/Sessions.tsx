import { Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FormRow, InstantField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { CourseRow } from "../course/course.model.ts";
import { sessionStatuses } from "../course/session.labels.ts";
import type { SessionRow } from "../course/session.model.ts";

const columns: readonly Column<SessionRow>[] = [
  { id: "startsAt", label: "Begins", kind: "instant", value: (s) => s.startsAt },
  { id: "courseName", label: "Course", kind: "text", title: true, value: (s) => s.courseName },
  { id: "place", label: "Place", kind: "text", value: (s) => s.place },
  { id: "taken", label: "Seats taken", kind: "text", value: (s) => `${s.taken} of ${s.seats}` },
  { id: "joined", label: "You come", kind: "text", value: (s) => (s.joined ? "Yes" : "") },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: sessionStatuses },
    value: (s) => s.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(sessionStatuses) },
  { id: "mine", label: "You come", kind: "flag" },
];

const sessionForm = madeForm(
  "/api/v1/training-sessions",
  { courseId: "", place: "", startsAt: "", minutes: "120", seats: "20", teacher: "" },
  (v) => ({ ...v, minutes: Number(v.minutes), seats: Number(v.seats) }),
);

function PlanDialog({ onClose }: { onClose: () => void }) {
  const { data } = useGet<{ items: CourseRow[] }>("training-courses", "/api/v1/training-courses");
  return (
    <RecordDialog
      form={sessionForm}
      title="Plan a session"
      submitLabel="Plan it"
      large
      onClose={onClose}
    >
      <SelectField
        name="courseId"
        label="Course"
        required
        options={(data?.items ?? [])
          .filter(({ status }) => status === "published")
          .map(({ definitionId, name }) => ({ value: definitionId, label: name }))}
      />
      <FormRow>
        <InstantField name="startsAt" label="Begins" required />
        <TextField name="minutes" label="Minutes" required />
        <TextField name="seats" label="Seats" required />
      </FormRow>
      <FormRow>
        <TextField name="place" label="Place" required maxLength={200} />
        <TextField name="teacher" label="Teacher" maxLength={120} />
      </FormRow>
    </RecordDialog>
  );
}

/** Sessions of courses, the next first. */
export function Sessions() {
  const { can } = useAuth();
  const [planning, setPlanning] = useState(false);
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Sessions</h2>
        {can("training.edit") && (
          <button type="button" className="btn btn-primary" onClick={() => setPlanning(true)}>
            <Plus aria-hidden="true" />
            Plan a session
          </button>
        )}
      </div>
      <DataTable<SessionRow>
        name="training-sessions"
        title="Sessions"
        path="/api/v1/training-sessions"
        columns={columns}
        filters={filters}
        defaultSort="startsAt"
        pageSize={25}
        rowHref={({ id }) => pathTo("trainingSession", { id })}
        exportable
        embedded
        empty={{ title: "No sessions", text: "A session has a place, a time and seats." }}
      />
      {planning && <PlanDialog onClose={() => setPlanning(false)} />}
    </section>
  );
}
