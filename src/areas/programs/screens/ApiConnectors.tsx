export default function ApiConnectors() {
  return null;
}
