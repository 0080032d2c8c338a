import { useFieldArray, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { consumerTypes, type ConsumerType } from "./movement.labels.ts";
import { ChargeField } from "./ChargeField.tsx";
import type { Begun } from "./begun.ts";
import { blankLine, ShelfFields, takenBody, type TakenLine } from "./ShelfFields.tsx";

type Values = {
  type: ConsumerType;
  consumerId: string;
  movedOn: string | null;
  reason: string;
  accountStringId: string;
  lines: TakenLine[];
};

type Found = { id: string; number: string; title?: string; name?: string };

const addressOf: Readonly<Record<Exclude<ConsumerType, "department">, string>> = {
  workOrder: "/api/v1/work-orders",
  project: "/api/v1/pa-projects",
  incident: "/api/v1/incidents",
};

function ConsumerField() {
  const type = useWatch({ name: "type" }) as ConsumerType;
  if (type === "department")
    return <DepartmentField name="consumerId" label="Which department" required />;
  return (
    <Combobox<Found>
      key={type}
      name="consumerId"
      label={`Which ${consumerTypes[type].toLowerCase()}`}
      required
      path={addressOf[type]}
      itemLabel={(found) => [found.number, found.title ?? found.name].filter(Boolean).join(" ")}
    />
  );
}

function Lines({ item }: { item: Begun | null }) {
  const { fields, append, remove } = useFieldArray({ name: "lines" });
  return (
    <>
      {fields.map((field, at) => (
        <fieldset key={field.id} className="stack">
          <legend className="label">{at + 1}. What is issued</legend>
          <ShelfFields name={`lines.${at}`} item={at === 0 ? item : null} />
          {fields.length > 1 && (
            <button
              type="button"
              className="btn btn-small justify-self-start"
              onClick={() => remove(at)}
            >
              Take the line away
            </button>
          )}
        </fieldset>
      ))}
      <button
        type="button"
        className="btn btn-small justify-self-start"
        onClick={() => append(blankLine(null))}
      >
        Another item
      </button>
    </>
  );
}

// Asked for once a line is taken from where it is charged as it is issued.
function Charged() {
  const [type, id, lines] = useWatch({ name: ["type", "consumerId", "lines"] }) as [
    ConsumerType,
    string,
    TakenLine[],
  ];
  const charged = lines.flatMap(({ charge }) => charge ?? []);
  if (charged.length === 0) return null;
  const cents = charged.reduce((sum, one) => sum + one.cents, 0);
  const stores = [...new Set(charged.map((one) => one.stores))].join(", ");
  return <ChargeField consumer={{ type, id: id ?? "" }} cents={cents} stores={stores} />;
}

/** Issues stock: the items from their shelves, a scan first, then who gets them. */
export function IssueDialog({
  item,
  onClose,
  onDone,
}: {
  item: Begun | null;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title="Issue stock"
      description="What expired, lies in quarantine or is held for others is not handed out. Once issued it stands: it comes back by a return, or is reversed with a reason."
      path="/api/v1/stock-movements"
      submit="Issue"
      nouns={["stock-movements", "stock-items", "stock-lots", "budget-lines"]}
      values={{
        type: "workOrder",
        consumerId: "",
        movedOn: null,
        reason: "",
        accountStringId: "",
        lines: [blankLine(item)],
      }}
      bodyOf={({ type, consumerId, movedOn, reason, accountStringId, lines }) => ({
        kind: "issue",
        consumer: { type, id: consumerId },
        ...(movedOn ? { movedOn } : {}),
        reason,
        ...(accountStringId && lines.some(({ charge }) => charge) ? { accountStringId } : {}),
        lines: lines.map(takenBody),
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <Lines item={item} />
      <FormRow>
        <SelectField name="type" label="Who gets it" required options={options(consumerTypes)} />
        <ConsumerField />
      </FormRow>
      <Charged />
      <FormRow>
        <DateField name="movedOn" label="Moved on, where it was not today" />
        <TextField name="reason" label="Used for" maxLength={500} />
      </FormRow>
    </PostDialog>
  );
}
