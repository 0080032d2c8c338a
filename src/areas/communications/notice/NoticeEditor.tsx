import { useNavigate, useParams } from "react-router";
import { useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import { FormRow, FormSection, InstantField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction, useRecord } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { FieldChoice } from "../merge/FieldChoice.tsx";
import { MarkdownText } from "../merge/MarkdownText.tsx";
import { AudienceFields } from "./AudienceFields.tsx";
import { bodyOf, valuesOf, type NoticeValues } from "./noticeValues.ts";
import type { NoticeDetail } from "./notice.model.ts";

const path = "/api/v1/mass-notices";

function Text() {
  const fields = useGet<{ items: { name: string; label: string }[] }>(
    "notice-fields",
    "/api/v1/notice-fields",
  );
  return (
    <FormSection title="Text">
      <TextField name="subject" label="Subject" required maxLength={200} />
      <TextArea
        name="body"
        label="Text"
        required
        rows={12}
        maxLength={20_000}
        hint="Markdown: an empty line begins a paragraph, - a list"
      />
      <FieldChoice fields={fields.data?.items ?? []} into="body" />
    </FormSection>
  );
}

function Asked() {
  const kind = useWatch<NoticeValues>({ name: "kind" });
  if (kind === "public")
    return (
      <FormSection title="When it happens">
        <p className="text-13 text-t3">
          For a meeting, a closed road, a shut-off: whoever reads it puts it into a calendar.
        </p>
        <FormRow>
          <InstantField name="eventAt" label="Begins" />
          <TextField name="eventMinutes" label="Minutes" maxLength={5} />
        </FormRow>
        <TextField name="eventPlace" label="Place" maxLength={200} />
      </FormSection>
    );
  return (
    <FormSection title="Acknowledgement">
      <TextField
        name="acknowledgeDays"
        label="Days to confirm that it was read"
        maxLength={2}
        hint="Empty: nobody is asked. Else reminders go out two days before the last day and on the day after it."
      />
    </FormSection>
  );
}

function Shown() {
  const { subject, body } = useWatch<NoticeValues>() as NoticeValues;
  return (
    <aside className="grid content-start gap-4 self-start xl:sticky xl:top-4" aria-label="Preview">
      <h2>How it reads</h2>
      <div className="panel">
        <div className="panel-body grid gap-3">
          <p className="text-18 font-semibold">{subject || "No subject yet"}</p>
          <MarkdownText text={body} />
        </div>
      </div>
    </aside>
  );
}

function Editor({ notice }: { notice: NoticeDetail | null }) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("mass-notices");
  const away = () =>
    void navigate(notice ? pathTo("notice", { id: notice.id }) : pathTo("communications"));
  const submit = async (values: NoticeValues) => {
    const body = bodyOf(values);
    const made = await save.mutateAsync(
      notice
        ? { method: "PUT", path: `${path}/${notice.id}`, body, version: notice.version }
        : { path, body },
    );
    void navigate(pathTo("notice", { id: made.id }));
  };
  return (
    <Form<NoticeValues>
      formKey={`notice-${notice?.id ?? "new"}`}
      defaultValues={valuesOf(notice)}
      {...(notice ? { version: notice.version } : {})}
      submitLabel="Save draft"
      wide
      onCancel={away}
      onSubmit={submit}
    >
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid content-start gap-6">
          <AudienceFields />
          <Text />
          <Asked />
        </div>
        <Shown />
      </div>
    </Form>
  );
}

/** A new notice, or a draft of one. */
export default function NoticeEditor() {
  const { id } = useParams();
  if (!id)
    return (
      <div className="stack">
        <h1>New notice</h1>
        <Editor notice={null} />
      </div>
    );
  return <Draft id={id} />;
}

function Draft({ id }: { id: string }) {
  const record = useRecord<NoticeDetail>(path, id);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data) return <ErrorPanel error={record.error} what="The notice" />;
  if (!record.data.canEdit)
    return (
      <EmptyState kind="no-results" title="This notice is not changed any more">
        What was approved stays as it is. Take it back to draft first.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Change {record.data.number}</h1>
      <Editor key={record.data.version} notice={record.data} />
    </div>
  );
}
