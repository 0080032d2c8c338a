import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { api } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { QrCode } from "#web/kit/QrCode.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DriverLink as Link } from "../proof/proof.model.ts";

const copy = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => notify.done("Copied!", "Link copied to clipboard"),
    () => notify.failed("Not copied", "Select the link and copy it by hand."),
  );

function Made({ link, zone, onClose }: { link: Link; zone: string; onClose: () => void }) {
  const address = `${window.location.origin}${link.path}`;
  return (
    <Dialog
      title="Link for the driver"
      description={`For this delivery alone, once, until ${formatInstant(link.endsAt, zone)}. It is shown only now; a new one ends it.`}
      onClose={onClose}
    >
      <div className="grid justify-items-start gap-4">
        <QrCode text={address} label="The driver's link as a QR code" />
        <p className="mono text-13 break-all">{address}</p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={() => copy(address)}>
            Copy
          </button>
          <a
            className="btn"
            href={`mailto:?subject=${encodeURIComponent("Your delivery")}&body=${encodeURIComponent(address)}`}
          >
            Send by mail
          </a>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * Makes the link for the driver of one shipment by an endpoint and shows it, once. `zone` is the
 * agency's time zone.
 */
export const useDriverLink = (zone: string) => {
  const [link, setLink] = useState<Link | null>(null);
  const make = (path: string): void => {
    api<Link>(path, { method: "POST", body: {} }).then(setLink, (error: unknown) =>
      notify.failed("No link was made", error),
    );
  };
  const shown = link && <Made link={link} zone={zone} onClose={() => setLink(null)} />;
  return { make, shown };
};
