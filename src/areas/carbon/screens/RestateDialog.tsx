import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { potentialSets } from "../factor/potentials.data.ts";
import type { YearDetail } from "../year/year.model.ts";

const choices = Object.entries(potentialSets).map(([value, { label }]) => ({ value, label }));

/** Begins another version of a published year, which stays readable. */
export function RestateDialog({ year, onClose }: { year: YearDetail; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog<{ potentials: string; why: string }>
      title={`Restate ${year.year}`}
      description="Another version begins with what was settled and typed. It says by cause how it differs, and takes this one's place once it is published; this one stays readable."
      path={`/api/v1/carbon-years/${year.id}/actions/restate`}
      submit="Begin the version"
      values={{ potentials: year.potentials, why: "" }}
      nouns={["carbon-years"]}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("carbonYear", { id }))}
    >
      <SelectField name="potentials" label="Warming potentials" required options={choices} />
      <TextArea name="why" label="Why it is restated" required rows={3} maxLength={1000} />
    </PostDialog>
  );
}
