import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { CaptureView } from "./CaptureView.tsx";

/** A capture of one's own as it stands at the server: compared, and corrected beside the original. */
export function OwnCapture({ id }: { id: string }) {
  return (
    <div className="stack">
      <p>
        <Link className="btn btn-quiet" to="/mobile-field-operations?tab=outbox">
          <ArrowLeft aria-hidden="true" />
          Outbox
        </Link>
      </p>
      <CaptureView key={id} id={id} />
    </div>
  );
}
