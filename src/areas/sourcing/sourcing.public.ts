export {
  solicitationStatuses,
  type SolicitationStatus,
} from "./solicitation/solicitation.labels.ts";
