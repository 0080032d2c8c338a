import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, SelectField } from "#web/kit/form/fields.tsx";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { CourseRow } from "../course/course.model.ts";

const enrolForm = madeForm(
  "/api/v1/enrolments",
  { personId: "", courseId: "", dueOn: "" },
  ({ personId, courseId, dueOn }) => ({ personId, courseId, dueOn: dueOn || null }),
);

/** Enrolls somebody in a course in force. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const { data } = useGet<{ items: CourseRow[] }>("training-courses", "/api/v1/training-courses");
  return (
    <RecordDialog form={enrolForm} title="Enroll somebody" submitLabel="Enroll" onClose={onClose}>
      <Combobox<{ id: string; name: string }>
        name="personId"
        label="Person"
        required
        path="/api/v1/members"
        query="active=true"
        itemLabel={({ name }) => name}
      />
      <SelectField
        name="courseId"
        label="Course"
        required
        options={(data?.items ?? [])
          .filter(({ status }) => status === "published")
          .map(({ definitionId, name }) => ({ value: definitionId, label: name }))}
      />
      <DateField name="dueOn" label="Due on" />
    </RecordDialog>
  );
}
