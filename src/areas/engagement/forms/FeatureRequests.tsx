import { Island } from "#web/site/Island.tsx";
import { LivePart } from "#web/site/LivePart.tsx";
import WishForm from "./WishForm.tsx";

export default function FeatureRequests() {
  return (
    <>
      <div className="page-head">
        <h1>Feature requests</h1>
        <p>What agencies wish for, and where each wish stands. One vote for each visitor.</p>
      </div>
      <LivePart name="wishes" />
      <div className="ask">
        <div>
          <h2 className="serif text-28">Something missing?</h2>
          <p>
            Say it in a sentence. We look at each wish before it appears here, so that it is
            understood and stands once.
          </p>
        </div>
        <div className="panel">
          <Island name="wish" of={WishForm} props={{}} />
        </div>
      </div>
    </>
  );
}
