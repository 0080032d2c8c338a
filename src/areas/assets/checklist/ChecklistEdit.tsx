import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { blank, bodyOf, formOf, type ChecklistForm } from "./checklistForm.ts";
import { ItemEditor } from "./ItemEditor.tsx";
import type { ChecklistRow } from "./checklist.model.ts";

const path = "/api/v1/inspection-checklists";

function Editor({ list }: { list: ChecklistRow | null }) {
  const navigate = useNavigate();
  const save = useMutationAction("inspection-checklists");
  const draft = list?.status === "draft";
  const back = () => void navigate(`${pathTo("inspections")}?tab=checklists`);
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">
        {list ? (draft ? list.name : `Next version of ${list.name}`) : "New checklist"}
      </h1>
      <Form<ChecklistForm>
        formKey={`checklist-${list?.id ?? "new"}`}
        defaultValues={list ? formOf(list) : blank}
        submitLabel="Save the draft"
        wide
        onCancel={back}
        onSubmit={async (values) => {
          const body = bodyOf(values);
          await save.mutateAsync(
            list && draft
              ? { method: "PATCH", path: `${path}/${list.id}`, body, version: list.version }
              : { path: list ? `${path}?nextVersionOf=${list.definitionId}` : path, body },
          );
          back();
        }}
      >
        <FormSection title="Checklist">
          <TextField name="name" label="Name" required maxLength={120} />
          <TextArea name="about" label="What it is for" rows={2} maxLength={2000} />
          <TextField name="citation" label="Rule or standard" maxLength={500} />
          <TextField
            name="certificates"
            label="Certificates that it demands, by semicolons"
            maxLength={500}
          />
        </FormSection>
        <FormSection title="Items">
          <ItemEditor />
        </FormSection>
      </Form>
    </div>
  );
}

/** /inspections-checklists/:id: a new checklist, a draft, or the next version of one. */
export default function ChecklistEdit() {
  const { id = "new" } = useParams();
  const lists = useGet<{ items: ChecklistRow[] }>("inspection-checklists", path, { first: true });
  if (lists.isPending) return <RecordSkeleton />;
  const list = lists.data?.items.find((one) => one.id === id) ?? null;
  if (!lists.data || (id !== "new" && !list))
    return <ErrorPanel error={lists.error} what="The checklist" />;
  return <Editor list={list} />;
}
