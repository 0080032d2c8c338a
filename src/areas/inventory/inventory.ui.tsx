export { StoresOffer } from "./request/StoresOffer.tsx";
