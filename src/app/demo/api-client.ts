/** Calls the API as the app does. `call` returns the `data` of the response, and throws if the response is an error. */
export interface ApiClient {
  call(method: string, path: string, body?: object | FormData): Promise<unknown>;
}

export function createApiClient(url: string, token: string, getTimeZone: () => string, deviceId: string): ApiClient {
  return {
    async call(method, path, body) {
      const isForm = body instanceof FormData;
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          'device-id': deviceId,
          'x-timezone': getTimeZone(),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (JSON.parse(text) as { data: unknown }).data;
    },
  };
}
