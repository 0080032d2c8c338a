import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TickList } from "#web/kit/form/TickList.tsx";
import { modelSources, ownSource } from "./model.labels.ts";
import type { ModelStanding } from "./setting.model.ts";

type Values = {
  source: keyof typeof modelSources;
  address: string;
  model: string;
  key: string;
  areas: string[];
  mostAnswer: string;
  mostPerson: string;
  mostMonth: string;
};

function Own({ locked }: { locked: boolean }) {
  const source = useWatch<Values, "source">({ name: "source" });
  if (source !== ownSource) return null;
  return (
    <>
      <TextField
        name="address"
        label="Address (OpenAI-compatible, up to /v1)"
        required
        maxLength={400}
      />
      <FormRow>
        <TextField name="model" label="Name of the model" required maxLength={120} />
        <TextField
          name="key"
          label={locked ? "A new key (one is sealed)" : "Key"}
          type="password"
          maxLength={400}
        />
      </FormRow>
    </>
  );
}

/** Which language model, what may leave for it, and its ceilings. */
export function SetUpModel({ of, onClose }: { of: ModelStanding; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Set up the language model"
      description="The guide's words may always leave; records' only of the areas that you choose, and each only as whoever asks may read it."
      path="/api/v1/language-model/actions/set-up"
      submit="Save"
      nouns={["language-model", "copilot"]}
      values={{
        ...{ source: of.source, address: of.address, model: of.model, key: "", areas: of.areas },
        ...{ mostAnswer: String(of.mostAnswer), mostPerson: String(of.mostPerson) },
        mostMonth: String(of.mostMonth),
      }}
      onClose={onClose}
    >
      <SelectField name="source" label="Model" required options={options(modelSources)} />
      <Own locked={of.locked} />
      <TickList name="areas" label="Records whose words may leave, by area" choices={of.choices} />
      <FormRow>
        <TextField name="mostMonth" label="Tokens of the agency a month" required maxLength={10} />
        <TextField name="mostPerson" label="Tokens of a person a month" required maxLength={9} />
        <TextField name="mostAnswer" label="Tokens of an answer" required maxLength={4} />
      </FormRow>
    </PostDialog>
  );
}
