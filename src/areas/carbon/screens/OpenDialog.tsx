import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

/** Begins to count a calendar year. */
export function OpenDialog({ next, onClose }: { next: number | null; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog<{ year: string; base: boolean }>
      title="Begin a year"
      description="It is counted from bills, issues, routes and shipments of the calendar year, as the year before was."
      path="/api/v1/carbon-years"
      submit="Count it"
      values={{ year: next === null ? "" : String(next), base: false }}
      nouns={["carbon-years", "carbon-factors"]}
      bodyOf={({ year, base }) => ({ year: Number(year), base })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("carbonYear", { id }))}
    >
      <TextField name="year" label="Calendar year" required maxLength={4} />
      <CheckboxField
        name="base"
        label="It is the base year"
        hint="Later years are compared with it"
      />
    </PostDialog>
  );
}
