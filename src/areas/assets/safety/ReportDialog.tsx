import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  InstantField,
  RadioGroup,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { safetyKinds } from "./safety.labels.ts";
import { assetLabels } from "../label/assetLabels.ts";

function Words() {
  const kind = useWatch({ name: "kind" }) as string;
  if (kind === "near_miss")
    return (
      <>
        <TextArea
          name="words"
          label="What could have happened"
          hint="For everybody to learn from: leave names out."
          required
          rows={4}
          maxLength={1000}
        />
        <CheckboxField
          name="anonymous"
          label="Report it without my name"
          hint="Nothing keeps who reported it."
        />
      </>
    );
  return (
    <>
      <TextField
        name="name"
        label="Who was hurt"
        hint="Read by the safety officer alone."
        maxLength={200}
      />
      <TextArea
        name="words"
        label="What happened"
        hint="Read by the safety officer alone."
        required
        rows={4}
        maxLength={1000}
      />
    </>
  );
}

/** Reports an injury, an illness or a near miss. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Report an injury or near miss"
      description="The safety officer is told. In an emergency call 911 first."
      path="/api/v1/safety-cases"
      submit="Report it"
      nouns={["safety-cases"]}
      values={{
        kind: "injury",
        happenedAt: "",
        location: "",
        assetId: null as string | null,
        name: "",
        words: "",
        anonymous: false,
      }}
      bodyOf={(v) => ({
        ...v,
        name: v.kind === "near_miss" ? "" : v.name,
        anonymous: v.kind === "near_miss" && v.anonymous,
      })}
      onClose={onClose}
    >
      <RadioGroup name="kind" label="What was it?" required options={options(safetyKinds)} />
      <InstantField name="happenedAt" label="When" required />
      <TextField name="location" label="Where" required maxLength={200} />
      <Combobox<{ id: string; name: string; number: string }>
        name="assetId"
        label="On which asset"
        path="/api/v1/assets"
        query="inUse=true"
        itemLabel={(a) => a.name}
        itemHint={(a) => a.number}
        labels={assetLabels}
      />
      <Words />
    </PostDialog>
  );
}
