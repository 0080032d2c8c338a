import { useNavigate, useParams } from "react-router";
import { useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { FormRow, FormSection, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { FieldChoice } from "../merge/FieldChoice.tsx";
import { templateKinds } from "./template.labels.ts";
import type { TemplateInput, TemplateVersion } from "./template.model.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";

const path = "/api/v1/letter-templates";
const kinds = options(templateKinds);
const blank: TemplateInput = { name: "", kind: "letter", noun: "", subject: "", body: "" };
const inWords = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

type Noun = { noun: string; label: string };

function Text() {
  const noun = useWatch({ name: "noun" }) as string;
  const fields = useGet<{ items: { name: string; label: string }[] }>(
    "merge-fields",
    `/api/v1/merge-fields?noun=${noun}`,
  );
  return (
    <FormSection title="Text">
      <TextField name="subject" label="Subject" required maxLength={200} />
      <TextArea
        name="body"
        label="Text"
        required
        rows={16}
        maxLength={50_000}
        hint="Markdown: an empty line begins a paragraph, **bold**, - a list, ## a heading"
      />
      <FieldChoice fields={fields.data?.items ?? []} into="body" />
    </FormSection>
  );
}

function Editor({ template, next }: { template: TemplateVersion | null; next: boolean }) {
  const navigate = useNavigate();
  const save = useMutationAction<TemplateVersion>("letter-templates");
  const nouns = useGet<{ items: Noun[] }>("letter-nouns", "/api/v1/letter-nouns").data?.items ?? [];
  const submit = async ({ name, kind, noun, subject, body }: TemplateInput) => {
    const given = { name, kind, noun, subject, body };
    await save.mutateAsync(
      template && !next
        ? {
            method: "PATCH",
            path: `${path}/${template.id}`,
            body: given,
            version: template.version,
          }
        : {
            path: `${path}${template ? `?nextVersionOf=${template.definitionId}` : ""}`,
            body: given,
          },
    );
    notify.done("Draft saved", "Nobody writes by it until it is published.");
    void navigate(pathTo("templates"));
  };
  const { name, kind, noun, subject, body } = template ?? blank;
  return (
    <Form<TemplateInput>
      formKey={`letter-template-${template?.id ?? "new"}`}
      defaultValues={{ name, kind, noun, subject, body }}
      {...(template && !next ? { version: template.version } : {})}
      submitLabel="Save draft"
      wide
      onCancel={() => void navigate(pathTo("templates"))}
      onSubmit={submit}
    >
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid content-start gap-6">
          <FormSection title="Template">
            <TextField name="name" label="Name" required maxLength={120} />
            <FormRow>
              <SelectField name="kind" label="Kind" required options={kinds} />
              <SelectField
                name="noun"
                label="Written of"
                placeholder="No record"
                options={nouns.map((each) => ({ value: each.noun, label: inWords(each.label) }))}
              />
            </FormRow>
          </FormSection>
          <Text />
        </div>
        <TemplatePreview />
      </div>
    </Form>
  );
}

/** A new template, a draft, or the next version of one in force; beside it how it reads. */
export default function TemplateEditor() {
  const { id } = useParams();
  const list = useGet<{ items: TemplateVersion[] }>("letter-templates", path, { first: true });
  if (id && list.isPending) return <RecordSkeleton />;
  if (id && !list.data)
    return (
      <ErrorPanel error={list.error} what="The template" onRetry={() => void list.refetch()} />
    );
  const template = list.data?.items.find((each) => each.id === id) ?? null;
  if (id && (!template || template.status === "retired"))
    return (
      <EmptyState kind="no-results" title="This version cannot be changed">
        It is retired, or it no longer exists.
      </EmptyState>
    );
  const next = template?.status === "published";
  return (
    <div className="stack">
      <h1>{template ? `${next ? "Next version of " : ""}${template.name}` : "New template"}</h1>
      <Editor key={template?.id ?? "new"} template={template} next={next} />
    </div>
  );
}
