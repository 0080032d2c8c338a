import { CheckboxField, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { CaptureDetail } from "../../capture/capture.model.ts";
import { leavesOf, typedAs, type Leaf } from "./shown.ts";

function LeafField({ path, label, kind }: Leaf) {
  if (kind === "boolean") return <CheckboxField name={path} label={label} />;
  return kind === "number" ? (
    <QuantityField name={path} label={label} />
  ) : (
    <TextField name={path} label={label} />
  );
}

/** Writes other values beside the captured ones, which stay. */
export function CorrectDialog({
  capture,
  onClose,
}: {
  capture: CaptureDetail;
  onClose: () => void;
}) {
  const given = capture.corrected ?? capture.values;
  return (
    <PostDialog<Record<string, unknown>>
      title={`Correct ${capture.number}`}
      description="What was captured stays as it is; this stands beside it and is applied in its place."
      path={`/api/v1/field/captures/${capture.id}/actions/correct`}
      submit="Save the correction"
      values={given}
      version={capture.version}
      nouns={["/api/v1/field/captures"]}
      bodyOf={(values) => ({ values: typedAs(given, values) })}
      onClose={onClose}
    >
      {leavesOf(given).map((leaf) => (
        <LeafField key={leaf.path} {...leaf} />
      ))}
    </PostDialog>
  );
}
