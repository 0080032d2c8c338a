export { type BidLine, type OpenedBid } from "./bid/bid-content.model.ts";
export { manifestInput, mostEnvelopeBytes, type BidAction } from "./bid/bid.model.ts";
export { type Outcome } from "./ocds/release.model.ts";
export { extendInput, openAnywayInput } from "./outage/outage.model.ts";
export {
  solicitationStatuses,
  type Kind,
  type PriceFormula,
  type PublicEvent,
  type SolicitationStatus,
} from "./solicitation/solicitation.labels.ts";
export { type SolicitationRow } from "./solicitation/solicitation.model.ts";
