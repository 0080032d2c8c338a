import { useWatch } from "react-hook-form";
import { FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { blank, bodyOf, formOf, triedOf, type AssemblyForm } from "./assemblyForm.ts";
import type { AssemblyRow } from "./assembly.model.ts";
import { ItemEditor, VariableEditor } from "./PartsEditor.tsx";
import { TryPanel } from "./TryPanel.tsx";

const path = "/api/v1/takeoff-assemblies";

function Trying() {
  const values = useWatch() as AssemblyForm;
  return <TryPanel parts={triedOf(values)} pricesOf={null} />;
}

/** Writes an assembly, its draft, or its next version, with its quantities beside it. */
export function AssemblyEditor({
  of,
  onSaved,
  onCancel,
}: {
  of: AssemblyRow | null;
  onSaved: (id: string) => void;
  onCancel: () => void;
}) {
  const save = useMutationAction<AssemblyRow>("takeoff-assemblies");
  const draft = of?.status === "draft";
  const submit = async (values: AssemblyForm) => {
    const body = bodyOf(values);
    const saved = await save.mutateAsync(
      of && draft
        ? { method: "PATCH", path: `${path}/${of.id}`, body, version: of.version }
        : { path: of ? `${path}?nextVersionOf=${of.definitionId}` : path, body },
    );
    notify.done("Draft saved", "No measurement follows it until it is published.");
    onSaved(saved.id);
  };
  return (
    <Form<AssemblyForm>
      formKey={`takeoff-assembly-${of?.id ?? "new"}`}
      defaultValues={of ? formOf(of) : blank}
      {...(of && draft ? { version: of.version } : {})}
      submitLabel="Save draft"
      wide
      onCancel={onCancel}
      onSubmit={submit}
    >
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="grid content-start gap-6">
          <FormSection title="Assembly">
            <TextField name="name" label="Name" required maxLength={120} />
            <TextArea name="about" label="What it is for" rows={2} maxLength={2000} />
          </FormSection>
          <FormSection title="Variables">
            <VariableEditor />
          </FormSection>
          <FormSection title="Items">
            <ItemEditor />
          </FormSection>
        </div>
        <Trying />
      </div>
    </Form>
  );
}
