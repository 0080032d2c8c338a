import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import type { ShownToken } from "./connection.model.ts";

/** The secret of a token, this once. */
export function TokenDialog({ token, onClose }: { token: ShownToken; onClose: () => void }) {
  const { timeZone } = useAgency();
  return (
    <Dialog
      onClose={onClose}
      title="The new token"
      description="It is shown this once and stored as its hash. Give it to the directory now."
    >
      <div className="grid gap-4">
        <p className="mono rounded border border-hair p-3 break-all">{token.token}</p>
        <p>It is good until {formatInstant(token.expiresAt, timeZone)}.</p>
        <button type="button" className="btn btn-primary justify-self-start" onClick={onClose}>
          I have kept it
        </button>
      </div>
    </Dialog>
  );
}
