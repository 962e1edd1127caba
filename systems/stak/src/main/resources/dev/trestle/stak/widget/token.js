// Where the widget gets its tokens.

/**
 * Gets tokens: first the given one, then from what the host page names: a function of the page, or
 * a URL of its server that returns {"token": …}.
 */
function renewal({ token, tokenUrl, tokenCallback, getToken }) {
  let given = token;
  return async (isFresh) => {
    if (given && !isFresh) return given;
    given = undefined;
    const ask = getToken ?? (tokenCallback && window[tokenCallback]);
    if (typeof ask === 'function') return ask();
    if (!tokenUrl) return undefined;
    const response = await window
      .fetch(tokenUrl, { credentials: 'same-origin', cache: 'no-store' })
      .catch(() => undefined);
    if (!response?.ok) return undefined;
    const body = await response.json().catch(() => ({}));
    return body.token ?? body.data?.token;
  };
}
