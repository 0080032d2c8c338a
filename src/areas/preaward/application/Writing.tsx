import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ApplicationRecord, Section } from "./application.model.ts";

type Text = { body: string };
type Figures = ApplicationRecord["figures"];

// A figure goes in as its field, where the writer stands: the amount follows the budget from then on.
function Insert({ figures }: { figures: Figures }) {
  const { getValues, setValue } = useFormContext<Text>();
  const [key, setKey] = useState(figures[0]?.key ?? "");
  if (figures.length === 0)
    return <p className="text-13 text-t3">Once the budget has amounts, they are inserted here.</p>;
  const put = () => {
    const area = document.querySelector<HTMLTextAreaElement>('textarea[name="body"]');
    const text = getValues("body");
    const at = area?.selectionStart ?? text.length;
    const field = `{budget.${key}}`;
    setValue("body", text.slice(0, at) + field + text.slice(area?.selectionEnd ?? at), {
      shouldDirty: true,
    });
    area?.focus();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <label className="field">
        <span className="label">Amount of the budget</span>
        <select
          className="field-control"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        >
          {figures.map((one) => (
            <option key={one.key} value={one.key}>
              {one.label}, {formatCents(one.cents)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="btn" onClick={put}>
        Insert the amount
      </button>
      <span className="text-13 text-t3">
        It stands as a field such as {"{budget.federal}"} and follows the budget.
      </span>
    </div>
  );
}

/** Writing one section; amounts of the budget are inserted as fields. */
export function Writing({
  of,
  figures,
  onDone,
}: {
  of: Section;
  figures: Figures;
  onDone: () => void;
}) {
  const save = useMutationAction("grant-applications");
  return (
    <Form<Text>
      formKey={`grant-section-${of.id}`}
      defaultValues={{ body: of.body }}
      submitLabel="Save the text"
      onCancel={onDone}
      onSubmit={async (body) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/grant-application-sections/${of.id}/text`,
          body,
          version: of.version,
        });
        onDone();
      }}
    >
      <TextArea name="body" label={of.title} rows={12} maxLength={200000} />
      <Insert figures={figures} />
    </Form>
  );
}
