import { useState } from "react";
import { DateField, FormRow, PercentField, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeclarationDetail } from "./declaration.model.ts";

const blank = {
  amendedOn: "",
  source: "",
  periodTo: "",
  counties: "",
  categories: "A, B, C, D, E, F, G",
  rate: "" as string | number | null,
  shareCategories: "A, B",
  shareFrom: "",
  shareTo: "",
};
const lettersOf = (text: string) => text.toUpperCase().match(/[A-GZ]/g) ?? [];
const bodyOf = (v: typeof blank) => ({
  amendedOn: v.amendedOn,
  source: v.source,
  periodTo: v.periodTo || null,
  areas: v.counties
    .split(/[,;\n]/)
    .map((county) => county.trim())
    .filter(Boolean)
    .map((county) => ({
      county,
      categories: lettersOf(v.categories),
      designatedOn: v.amendedOn,
    })),
  shares: v.rate
    ? [
        {
          categories: lettersOf(v.shareCategories),
          fromDay: v.shareFrom || v.amendedOn,
          toDay: v.shareTo || null,
          rate: Math.round(Number(v.rate) * 100),
          source: v.source,
        },
      ]
    : [],
});

function Fields() {
  return (
    <>
      <FormRow>
        <DateField name="amendedOn" label="Day of the amendment" required />
        <TextField name="source" label="Text that amends" required maxLength={300} />
      </FormRow>
      <DateField name="periodTo" label="Incident ends on" />
      <FormRow>
        <TextField name="counties" label="Areas added" hint="With commas between" />
        <TextField name="categories" label="Their categories" />
      </FormRow>
      <FormRow>
        <PercentField name="rate" label="Federal share, %" />
        <TextField name="shareCategories" label="Of categories" />
      </FormRow>
      <FormRow>
        <DateField name="shareFrom" label="Share from" />
        <DateField name="shareTo" label="Share to" />
      </FormRow>
    </>
  );
}

/** Takes an amendment, in two steps: what it changes is listed before it is taken. */
export function AmendDialog({ of, onClose }: { of: DeclarationDetail; onClose: () => void }) {
  const [listed, setListed] = useState<{ values: string; changes: string[] } | null>(null);
  const act = useMutationAction<{ changes: string[] }>("pa-declarations");
  const path = `/api/v1/pa-declarations/${of.id}/amendments`;
  const send = async (values: typeof blank) => {
    const body = bodyOf(values);
    if (listed?.values !== JSON.stringify(body)) {
      const { changes } = await act.mutateAsync({ path: `${path}/preview`, body });
      setListed({ values: JSON.stringify(body), changes });
      return;
    }
    await act.mutateAsync({ path, body, version: of.version });
    notify.done("Saved", `Amendment of ${of.number}`);
    onClose();
  };
  return (
    <FormDialog<typeof blank>
      title={`Amend ${of.number}`}
      description="The first press lists what changes, the second takes it."
      className="dialog dialog-wide"
      defaultValues={blank}
      submitLabel={listed ? "Take the amendment" : "List what changes"}
      onSubmit={send}
      onClose={onClose}
    >
      <Fields />
      {listed && (
        <ul className="checks" aria-live="polite">
          {(listed.changes.length ? listed.changes : ["It changes nothing."]).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
