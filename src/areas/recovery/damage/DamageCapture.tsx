import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { attachFiles } from "#web/kit/record/Attachments.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { blankDamage, damageBody, DamageFields, type DamageValues } from "./DamageFields.tsx";

type Values = DamageValues & { photos: StoredFile[] };

/** Enters damage on the spot, with photographs; made for a phone. */
export default function DamageCapture() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("pa-damage");
  const send = async ({ photos, ...values }: Values) => {
    const { id } = await save.mutateAsync({ path: "/api/v1/pa-damage", body: damageBody(values) });
    try {
      await attachFiles("paDamage", id, photos);
    } catch (error) {
      notify.failed("The damage is kept, but not every photo", error);
    }
    void navigate(pathTo("paDamage", { id }));
  };
  return (
    <div className="stack max-w-[720px]">
      <div>
        <h1>Enter damage</h1>
        <p className="text-t2">
          Photographs are kept as they are, with their hash and what the camera wrote.
        </p>
      </div>
      <Form<Values>
        formKey="pa-damage-new"
        defaultValues={{ ...blankDamage, photos: [] }}
        submitLabel="Enter damage"
        onSubmit={send}
      >
        <FileDrop name="photos" label="Photographs" accept="image/*" capture="environment" />
        <DamageFields />
      </Form>
    </div>
  );
}
