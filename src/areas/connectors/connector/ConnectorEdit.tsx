export default function ConnectorEdit() {
  return null;
}
