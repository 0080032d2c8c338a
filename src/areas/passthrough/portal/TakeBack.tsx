import { useState } from "react";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";

/** Takes back what was sent, with a reason that the agency reads. */
export function TakeBack({
  number,
  path,
  version,
}: {
  number: string;
  path: string;
  version: number;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
        Take back
      </button>
      {asking && (
        <PostDialog
          title={`Take ${number} back`}
          description="It is not decided any more; you can send another one."
          path={`${path}/actions/withdraw`}
          submit="Take back"
          nouns={["vendor-subawards", "vendor-grants"]}
          version={version}
          values={{ reason: "" }}
          onClose={() => setAsking(false)}
        >
          <ReasonField />
        </PostDialog>
      )}
    </>
  );
}
