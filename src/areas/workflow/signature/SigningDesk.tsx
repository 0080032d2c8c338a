import { useEffect, useState } from "react";
import { hex } from "#kernel/sealing/bytes.ts";
import type { Day } from "#kernel/time.ts";
import { messageOf } from "#web/kit/api.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { DocumentPages } from "./DocumentPages.tsx";
import { SigningForm, type Signing } from "./SigningForm.tsx";

type Held = { bytes: Uint8Array<ArrayBuffer>; sha256: string };

/**
 * The document beside the form. The hash that is sent is worked out here, over the very bytes whose
 * pages are shown.
 */
export function SigningDesk({
  number,
  expiresOn,
  name,
  fixed,
  load,
  onSign,
  onDecline,
}: {
  number: string;
  expiresOn: Day;
  name: string;
  fixed: boolean;
  load: () => Promise<Uint8Array<ArrayBuffer>>;
  onSign: (signing: Signing & { sha256: string }) => Promise<void | false>;
  onDecline: (reason: string) => Promise<void>;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Once for a request: what is signed is what was opened first.
  useEffect(() => {
    load()
      .then(async (bytes) =>
        setHeld({
          bytes,
          sha256: hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
        }),
      )
      .catch((error: unknown) => setProblem(messageOf(error)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [number]);
  if (problem)
    return (
      <p className="notice tone-danger" role="alert">
        {problem}
      </p>
    );
  if (!held) return <RecordSkeleton />;
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] gap-5 max-lg:grid-cols-1">
      <DocumentPages bytes={held.bytes} name={number} expiresOn={expiresOn} />
      <SigningForm
        name={name}
        fixed={fixed}
        onSign={(signing) => onSign({ ...signing, sha256: held.sha256 })}
        onDecline={onDecline}
      />
    </div>
  );
}
