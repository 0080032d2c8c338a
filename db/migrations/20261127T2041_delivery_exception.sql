-- A bill whose delivery lacks a witness that the agency's rule demands waits for receiving.
alter table invoice_exception drop constraint invoice_exception_kind_check;
alter table invoice_exception add constraint invoice_exception_kind_check check (
  kind in (
    'price', 'quantity', 'unit', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals',
    'vendor', 'currency', 'credited', 'delivery'
  )
);
