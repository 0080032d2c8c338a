import { LineItems } from "#web/kit/form/LineItems.tsx";
import { CheckboxField, FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { CourseRow, Lesson } from "../course/course.model.ts";

type Values = {
  name: string;
  code: string;
  about: string;
  months: string;
  minutes: string;
  asks: string;
  passPercent: string;
  outside: boolean;
  lessons: Lesson[];
  prerequisites: string;
};

/** Codes as they are typed: by commas, each once. */
export const codesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((code) => code.trim().toUpperCase())
      .filter(Boolean),
  ),
];

const valuesOf = (course: CourseRow | null): Values => ({
  ...{ name: course?.name ?? "", code: course?.code ?? "", about: course?.about ?? "" },
  months: course?.months ? String(course.months) : "",
  minutes: String(course?.minutes ?? 60),
  ...{ asks: String(course?.asks ?? 0), passPercent: String(course?.passPercent ?? 80) },
  outside: course?.outside ?? false,
  lessons: course?.lessons ?? [],
  prerequisites: course?.prerequisites.join(", ") ?? "",
});

/** Drafts a course, changes a draft, or drafts the next edition of a published one. */
export function CourseDialog({
  course,
  onClose,
}: {
  course: CourseRow | null;
  onClose: () => void;
}) {
  const path = "/api/v1/training-courses";
  const draft = course?.status === "draft";
  return (
    <PostDialog<Values>
      title={course ? `${draft ? "Change" : "Next edition of"} ${course.name}` : "New course"}
      description="Nobody is enrolled in a draft. Whoever began with an edition keeps it."
      method={draft ? "PATCH" : "POST"}
      path={
        draft
          ? `${path}/${course.id}`
          : course
            ? `${path}?nextVersionOf=${course.definitionId}`
            : path
      }
      submit="Save the draft"
      values={valuesOf(course)}
      nouns={["training-courses"]}
      {...(draft ? { version: course.version } : {})}
      bodyOf={(v) => ({
        ...v,
        months: v.months ? Number(v.months) : null,
        minutes: Number(v.minutes || 0),
        asks: Number(v.asks || 0),
        passPercent: Number(v.passPercent || 80),
        prerequisites: codesOf(v.prerequisites),
      })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Course" required maxLength={120} />
        <TextField name="code" label="Code of its certificate" required maxLength={40} />
      </FormRow>
      <TextArea name="about" label="What it is for" rows={2} required maxLength={1000} />
      <FormRow>
        <TextField name="months" label="Months that the certificate holds" hint="Empty: no end" />
        <TextField name="minutes" label="Minutes" />
        <TextField name="prerequisites" label="Certificates first" hint="Codes, by commas" />
      </FormRow>
      <CheckboxField
        name="outside"
        label="Taken outside: another person verifies the certificate of whoever taught it"
      />
      <FormRow>
        <TextField
          name="asks"
          label="Questions asked"
          hint="Drawn of the bank; 0: a session completes it"
        />
        <TextField name="passPercent" label="Percent that pass" />
      </FormRow>
      <LineItems
        name="lessons"
        label="Lessons"
        blank={() => ({ title: "", text: "" })}
        columns={[
          { name: "title", label: "Lesson", kind: "text", required: true },
          { name: "text", label: "What it teaches", kind: "text", required: true },
        ]}
      />
    </PostDialog>
  );
}
