import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { PlaceField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ChecklistRow } from "../checklist/checklist.model.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { assetLabels } from "../label/assetLabels.ts";

/** Schedules an inspection and gives it to somebody. */
export function NewInspection({
  assetId = null,
  asset = null,
  onClose,
}: {
  assetId?: string | null;
  asset?: string | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const lists = useGet<{ items: ChecklistRow[] }>(
    "inspection-checklists",
    "/api/v1/inspection-checklists",
  );
  return (
    <PostDialog
      title="Schedule an inspection"
      description="Who inspects finds it among their tasks. It keeps the version of the checklist that is in force now."
      path="/api/v1/inspections"
      submit="Schedule"
      nouns={["inspections"]}
      values={{
        checklistId: "",
        assetId,
        placeId: null as string | null,
        location: "",
        assignedTo: null as string | null,
        dueOn: "",
      }}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("inspection", { id }))}
    >
      <SelectField
        name="checklistId"
        label="Checklist"
        required
        options={(lists.data?.items ?? [])
          .filter((one) => one.status === "published")
          .map((one) => ({ value: one.definitionId, label: one.name }))}
      />
      <Combobox<{ id: string; name: string; number: string }>
        name="assetId"
        label="Asset"
        path="/api/v1/assets"
        query="inUse=true"
        itemLabel={(a) => a.name}
        itemHint={(a) => a.number}
        labels={assetLabels}
        currentLabel={asset}
      />
      <FormRow>
        <PlaceField name="placeId" label="Place" />
        <TextField name="location" label="Where exactly" maxLength={300} />
      </FormRow>
      <FormRow>
        <Combobox<{ id: string; name: string; email: string; lacks?: string }>
          name="assignedTo"
          label="Given to"
          required
          path="/api/v1/members"
          query="may=inspection.work&seat=inspection"
          itemLabel={(m) => m.name}
          itemHint={(m) => m.lacks ?? m.email}
        />
        <DateField name="dueOn" label="Due on" />
      </FormRow>
    </PostDialog>
  );
}
