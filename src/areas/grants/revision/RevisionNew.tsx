import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import type { AwardDetail } from "../award/award.model.ts";
import { movable, revisionForm } from "./revision.form.ts";

/** Drafts a revision of an award: money among classes, its end, its scope. */
export default function RevisionNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const award = useRecord<AwardDetail>("/api/v1/grant-awards", id);
  if (award.isPending) return <RecordSkeleton />;
  if (!award.data) return <ErrorPanel error={award.error} what="This award" />;
  return (
    <div className="stack">
      <div>
        <h1>Revise {award.data.number}</h1>
        <p className="text-t2">It is tested against 2 CFR 200.308 before anybody decides.</p>
      </div>
      <RecordForm
        form={revisionForm}
        draft={`revision-new-${id}`}
        within={{ awardId: id }}
        submitLabel="Save draft"
        onCancel={() => void navigate(pathTo("award", { id }))}
        onSaved={(made) => void navigate(pathTo("revision", { id: made }))}
      >
        <FormSection title="What changes">
          <TextField name="title" label="What changes" required maxLength={200} />
          <ReasonField maxLength={4000} />
          <DateField name="newPeriodTo" label="New last day" />
          <CheckboxField name="scopeChange" label="The scope or objective changes" />
          <CheckboxField name="keyPerson" label="A key person changes or gives less time" />
          <CheckboxField
            name="newSubaward"
            label="A subrecipient does work that the award does not name"
          />
        </FormSection>
        <FormSection title="More or less by object class, in all nothing">
          {[0, 3, 6].map((at) => (
            <FormRow key={at}>
              {movable.slice(at, at + 3).map((c) => (
                <MoneyField key={c} name={`moves.${c}`} label={objectClasses[c]} />
              ))}
            </FormRow>
          ))}
        </FormSection>
      </RecordForm>
    </div>
  );
}
