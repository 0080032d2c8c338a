import { counted } from "#kernel/words.ts";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TickList } from "#web/kit/form/TickList.tsx";
import { useGet } from "#web/kit/queries.ts";

type Choices = {
  operators: { id: string; name: string }[];
  areas: { name: string; label: string }[];
};
type Values = { operatorId: string; reason: string; areas: string[]; hours: string };

/** Lets a named operator read chosen areas for some hours. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const choices = useGet<Choices>("support-choices", "/api/v1/support-access/choices");
  if (!choices.data) return null;
  return (
    <PostDialog<Values>
      title="Let support in"
      description="They read and change nothing. Sealed bids, bank and tax data, pay, safety cases and who has which rights stay shut. Each thing that they read stands in your record; you end it at any moment."
      path="/api/v1/support-access"
      submit="Let them in"
      nouns={["support-access"]}
      values={{ operatorId: "", reason: "", areas: [], hours: "2" }}
      bodyOf={({ hours, ...values }) => ({ ...values, hours: Number(hours) })}
      onClose={onClose}
    >
      <SelectField
        name="operatorId"
        label="Who"
        options={[
          { value: "", label: "Choose" },
          ...choices.data.operators.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        required
      />
      <TextArea name="reason" label="What they should look at" rows={3} required maxLength={2000} />
      <TickList name="areas" label="They read" choices={choices.data.areas} />
      <SelectField
        name="hours"
        label="For"
        options={[1, 2, 4, 8].map((hours) => ({
          value: String(hours),
          label: counted(hours, "hour", "hours"),
        }))}
      />
    </PostDialog>
  );
}
