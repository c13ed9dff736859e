it('is defined before', () => {});

throw new Error('broken file');
